"""The Guiding Light: a player proposes other rules, everybody in the game says yes, and they change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.games.game import ChangeRules, Game, IllegalMoveError, Seat
from controller.games.phrase import phrase
from controller.ports import Command, Outcome, Player, RuleChange, RulesProposal
from controller.table.handler import Handler
from controller.table.seats import RefusedError
from controller.table.state import Proposal


class Proposals(Handler):
    """The commands that change rules, and what comes of them.

    A proposal stays open across turns and restarts until everybody who has a vote (see `State.voters`) has said yes,
    one has said no, or it has nobody left. Once everybody has said yes it is agreed, whoever joins before it takes
    effect. The game itself says which rules can be.
    """

    def propose(self, command: Command) -> None:
        """Propose the rules in {"rules": {...}}; that is the proposer's own yes."""
        player = self._require_may_propose(command)
        rules = command.value.get("rules")
        if not isinstance(rules, Mapping) or not rules:
            raise RefusedError(phrase('Say which rules change, by their names and values, like {"sampler": true}.'))
        assert self._state.game is not None
        before, after = self._in_force(self._state.game), self._in_force(self._state.game.play(ChangeRules(rules)))
        changed = [name for name in after if after[name] != before[name]]
        if not changed:
            raise RefusedError(phrase("That is how you play already."))
        then, now = {name: after[name] for name in changed}, {name: before[name] for name in changed}
        self._book.write("rules_proposed", {"seat": player.seat, "rules": then, "before": now})

    def vote(self, command: Command) -> None:
        """Say {"agree": bool} to what is proposed. One no ends it; that of the proposer withdraws it. Who has said
        yes may still say no, as long as it is open."""
        proposal, player = self._require_open(), self._require_voter(command)
        agree = command.value.get("agree")
        if not isinstance(agree, bool):
            raise RefusedError(phrase("Vote with yes or no."))
        if command.event is not None and command.event < proposal.event:
            raise RefusedError(phrase("That proposal has ended and this is another one. Look again."))
        if agree and player.seat in proposal.agreed:
            raise RefusedError(phrase("You have said yes already."))
        self._book.write("rule_voted", {"proposal": proposal.event, "seat": player.seat, "agree": agree})

    def may_propose(self, seat: Seat) -> bool:
        """Whether the player at `seat` may propose other rules."""
        return self._may(lambda: self._require_may_propose(Command("propose", seat)))

    def may_vote(self, seat: Seat) -> bool:
        """Whether the player at `seat` has a say in what is proposed."""
        return self._may(lambda: (self._require_open(), self._require_voter(Command("vote", seat))))

    def shown(self) -> RulesProposal | None:
        """What there is to show: an open proposal, and what has become of one until the turn after is over."""
        proposal = self._state.proposal
        if proposal is None or self._state.stage != "playing":
            return None
        if proposal.outcome != "open" and proposal.ended < self._state.turn - 1:
            return None
        return RulesProposal(
            event=proposal.event,
            seat=proposal.seat,
            changes=tuple(
                RuleChange(choice.name, choice.says, proposal.before[choice.name], proposal.rules[choice.name])
                for choice in self._rulebook.choices
                if choice.name in proposal.rules
            ),
            agreed=proposal.agreed,
            asked=() if proposal.all_agreed else self._not_yet(proposal),
            outcome=proposal.outcome,
            refused_by=proposal.refused_by,
        )

    def settle(self) -> None:
        """Let an open proposal come to what it has come to: whenever somebody has voted, come or gone.

        What lies in the tray and isn't counted yet was thrown by the old rules; the change waits for it.

        Raises:
            JournalError: it could not be written, and stays open.
        """
        proposal = self._state.proposal
        if proposal is None or proposal.outcome != "open":
            return
        outcome = self._come_to(proposal)
        if outcome == "agreed" and self._rights.all_counted():
            self._change_rules(proposal)
        elif outcome not in ("open", "agreed"):
            self._end(proposal, outcome)

    def _come_to(self, proposal: Proposal) -> Outcome:
        if self._state.stage != "playing":
            return "game_over"
        if proposal.refused_by is not None:
            return "withdrawn" if proposal.refused_by == proposal.seat else "refused"
        if not self._state.voters:
            return "left"
        if proposal.all_agreed:
            return "agreed"
        return "left" if self._state.seated(proposal.seat) is None else "open"

    def _not_yet(self, proposal: Proposal) -> tuple[Seat, ...]:
        return tuple(one.seat for one in self._state.voters if one.seat not in proposal.agreed)

    def _change_rules(self, proposal: Proposal) -> None:
        try:
            record = {"proposal": proposal.event, "agreed": list(proposal.agreed)}
            self._book.move(ChangeRules(proposal.rules), by="vote", record=record)
        except IllegalMoveError as error:  # a rule of the table's own that is no longer installed
            self._end(proposal, "impossible", str(error))

    def _end(self, proposal: Proposal, outcome: Outcome, reason: str | None = None) -> None:
        told = {} if reason is None else {"reason": reason}
        record = {"proposal": proposal.event, "outcome": outcome, "seat": proposal.refused_by, **told}
        self._book.write("rules_proposal_ended", record)

    def _in_force(self, game: Game) -> dict[str, Any]:
        """Every rule with its value in `game`."""
        unlike_official = game.view.rules
        return {choice.name: unlike_official.get(choice.name, choice.official) for choice in self._rulebook.choices}

    # --- conditions ---

    def _require_may_propose(self, command: Command) -> Player:
        self._rights.require_game()
        player = self._require_voter(command)
        proposal = self._state.proposal
        if proposal is not None and proposal.outcome == "open":
            asker = self._state.seated(proposal.seat)
            name = asker.name if asker is not None else phrase("Somebody")
            raise RefusedError(
                phrase("{name} proposes a change already. One at a time: vote on that first.", name=name)
            )
        return player

    def _require_open(self) -> Proposal:
        proposal = self._state.proposal
        if proposal is None or proposal.outcome != "open" or proposal.refused_by is not None:
            raise RefusedError(phrase("No change of the rules is proposed now."))
        if proposal.all_agreed:
            raise RefusedError(
                phrase("Everybody has said yes: the rules change once the throw in the tray is counted.")
            )
        return proposal

    def _require_voter(self, command: Command) -> Player:
        player = self._rights.require_player(command)
        if player not in self._state.voters:
            raise RefusedError(phrase("You are out of this game; those who are still in it decide on its rules."))
        return player

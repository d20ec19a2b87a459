// The parts of the machine by name.
import { _ } from "./text.js";

const NAMES = () => ({
  camera: _("camera"), scoreboard: _("scoreboard"), panel: _("panel"), journal: _("journal"), "tray light": _("tray light"),
});

export const partName = (part) => NAMES()[part] ?? part;

// The parts of the machine by name.
import { _ } from "./text.js";

const NAMES = () => ({ camera: _("camera"), scoreboard: _("scoreboard"), panel: _("panel"), journal: _("journal") });

export const partName = (part) => NAMES()[part] ?? part;

/** What the parts that are loaded later have in common: their texts and icons. */
import { laterTexts } from "../text/en/index-later.ts";
import { learn } from "../text/text.ts";
import { LATER_ICONS } from "./later-icons.tsx";
import { addIcons } from "./Sprite.tsx";

learn(laterTexts);
addIcons(LATER_ICONS);

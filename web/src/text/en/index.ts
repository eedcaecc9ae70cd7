/** The English texts, by where they stand. Each is an ICU message; a comment above it tells translators what they cannot see. */
import { composer } from "./composer.ts";
import { keys } from "./keys.ts";
import { markup } from "./markup.ts";
import { parts } from "./parts.ts";
import { shell } from "./shell.ts";
import { time } from "./time.ts";
import { viewer } from "./viewer.ts";
import { views } from "./views.ts";
import { widgets } from "./widgets.ts";

export const en = { composer, keys, markup, parts, shell, time, viewer, views, widgets };

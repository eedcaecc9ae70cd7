/** The English texts, by where they stand. Each is an ICU message; a comment above it tells translators what they cannot see. */
import { composer } from "./composer.ts";
import { keys } from "./keys.ts";
import { parts } from "./parts.ts";
import { shell } from "./shell.ts";
import { time } from "./time.ts";
import { views } from "./views.ts";

export const en = { composer, keys, parts, shell, time, views };

/** The English texts, by where they stand. Each is an ICU message; a comment above it tells translators what they cannot see. */
import { address } from "./address.ts";
import { keys } from "./keys.ts";
import { parts } from "./parts.ts";
import { search } from "./search.ts";
import { shell } from "./shell.ts";
import { time } from "./time.ts";
import { views } from "./views.ts";

export const en = { address, keys, parts, search, shell, time, views };

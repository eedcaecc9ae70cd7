/** The English texts of the first screen, by where they stand. Each is an ICU message; a comment above it tells translators what they cannot see. */
import { channels } from "./channels.ts";
import { lists } from "./lists.ts";
import { parts } from "./parts.ts";
import { phone } from "./phone.ts";
import { shell } from "./shell.ts";
import { sidebar } from "./sidebar.ts";
import { time } from "./time.ts";
import { views } from "./views.ts";

export const en = {
  channels,
  lists,
  parts,
  phone,
  shell,
  sidebar,
  time,
  views,
};

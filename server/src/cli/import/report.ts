/** Says in words what an import has taken and what it has not. */
import type { Counted, LeftOut, TallyState } from "../../imports/tally.ts";

const LINES: readonly (readonly [string, readonly (readonly [Counted, string])[]])[] = [
  [
    "People",
    [
      ["people_created", "new"],
      ["people_matched", "with an account here"],
      ["people_deactivated", "deactivated there"],
      ["bots", "bots"],
      ["pictures", "pictures"],
    ],
  ],
  [
    "Channels",
    [
      ["channels_created", "new"],
      ["channels_matched", "with a name that was here"],
    ],
  ],
  [
    "Settings",
    [
      ["groups", "user groups"],
      ["profile_fields", "profile fields"],
      ["linkifiers", "linkifiers"],
      ["playgrounds", "playgrounds"],
      ["default_channels", "default channels"],
      ["channel_folders", "channel folders"],
    ],
  ],
  [
    "Personal",
    [
      ["profile_values", "values of profile fields"],
      ["personal_settings", "settings"],
    ],
  ],
  ["Custom emoji", [["emoji", "new"]]],
  [
    "Messages",
    [
      ["messages", "in channels"],
      ["direct_messages", "direct"],
    ],
  ],
  [
    "With them",
    [
      ["reactions", "reactions"],
      ["widget_entries", "in polls and lists"],
      ["edits", "edits"],
      ["files", "files"],
    ],
  ],
];

export function reportOn({ taken, left_out }: TallyState): string {
  const lines = LINES.map(
    ([name, parts]) => `  ${`${name}:`.padEnd(14)}${parts.map(([key, word]) => `${taken[key]} ${word}`).join(", ")}`,
  );
  if (left_out.length === 0) return [...lines, "Nothing was left out."].join("\n");
  return [...lines, "Left out:", ...left_out.map(lineFor)].join("\n");
}

function lineFor({ what, reason, count, examples }: LeftOut): string {
  const [first] = examples;
  return `  ${count} ${what}: ${reason}${first === undefined ? "" : ` (such as: ${first})`}`;
}

/** Extracts the note from a reminder's text, because the API has no field for it. */

/** The texts before the note are in the reader's language: the note is found by position, in the third paragraph. */
const BEFORE_NOTE = 4;

/** Empty if there is none. It is never the message itself, which comes later in a fenced block. */
export function noteOf(content: string): string {
  const lines = content.split("\n");
  if (lines[1] !== "" || lines[3] !== "") return "";
  const following = lines.slice(BEFORE_NOTE);
  const end = following.findIndex((line) => !line.startsWith("> "));
  return following
    .slice(0, end < 0 ? following.length : end)
    .map((line) => line.slice(2))
    .join("\n");
}

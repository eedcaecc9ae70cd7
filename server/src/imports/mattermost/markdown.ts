/** Mattermost writes Markdown; only what refers to people and channels differs. */
import type { LocalNames } from "../records.ts";

/** Names of people are unique there; those of channels are within a team. */
export interface MattermostNames extends LocalNames {
  readonly team: string;
}

const CODE = /(```|~~~)[\s\S]*?(?:\1|$)|`[^`\n]+`/g;
const PERSON = /(?<![\w@/.])@([a-z0-9][a-z0-9._-]{0,63})/gi;
const CHANNEL = /(?<![\w~/])~([a-z0-9][a-z0-9_-]{0,63})(?!\w*~)/g;

export function markdownFrom(text: string, names: MattermostNames): string {
  let result = "";
  let from = 0;
  for (const { 0: code, index } of text.matchAll(CODE)) {
    result += translated(text.slice(from, index), names) + code;
    from = index + code.length;
  }
  return result + translated(text.slice(from), names);
}

function translated(text: string, names: MattermostNames): string {
  return text
    .replace(PERSON, (written, name: string) => mention(written, name.toLowerCase(), names))
    .replace(CHANNEL, (written, name: string) => {
      const channel = names.channel(`${names.team}/${name}`);
      return channel === undefined ? written : `#**${channel}**`;
    });
}

/** A full stop behind a name may belong to the sentence. */
function mention(written: string, name: string, names: MattermostNames): string {
  if (["all", "channel", "here"].includes(name)) return "@**all**";
  for (let end = name.length; end > 0; end--) {
    const person = names.person(name.slice(0, end));
    if (person) return `@**${person.full_name}|${person.id}**${written.slice(1 + end)}`;
    if (!/[._-]/.test(name[end - 1] as string)) break;
  }
  return written;
}

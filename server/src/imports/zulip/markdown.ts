/** Zulip writes our Markdown; only ids and addresses of files differ. */
import type { LocalNames } from "../records.ts";

const MENTION = /(@_?)\*\*([^*\n|]*)\|(\d{1,12})\*\*/g;
const GROUP = /(@_?)\*([^*\n]{1,200})\*(?!\*)/g;
const CHANNEL_LINK = /(#narrow\/(?:channel|stream)\/)(\d{1,12})(?=-|\/|\b)/g;
/** The server's own address before a file's: the file is here now. */
const UPLOAD_HOST = /https?:\/\/[^\s/()[\]<>"']{1,300}(?=\/user_uploads\/)/g;

export interface NamesInArchive extends LocalNames {
  /** What the group is called here. */
  groupNamed(name: string): string | undefined;
}

export const markdownFrom = (text: string, names: NamesInArchive): string =>
  withLocalIds(text, names)
    .replace(GROUP, (written, at: string, name: string) => {
      const here = names.groupNamed(name);
      return here === undefined ? written : `${at}*${here}*`;
    })
    .replace(UPLOAD_HOST, "");

/** Mentions and links to channels, with the ids that people and channels have here. */
export function withLocalIds(text: string, names: LocalNames): string {
  return text
    .replace(MENTION, (written, at: string, name: string, id: string) => {
      const person = names.person(id);
      return person ? `${at}**${name === "" ? "" : person.full_name}|${person.id}**` : written.replace(`|${id}`, "");
    })
    .replace(CHANNEL_LINK, (written, start: string, id: string) => {
      const channel = names.channelId(id);
      return channel === undefined ? written : `${start}${channel}`;
    });
}

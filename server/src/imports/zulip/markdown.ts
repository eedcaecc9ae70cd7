/** Zulip writes our Markdown; only ids and addresses of files differ. */
import type { LocalNames } from "../records.ts";

const MENTION = /(@_?)\*\*([^*\n|]*)\|(\d{1,12})\*\*/g;
const CHANNEL_LINK = /(#narrow\/(?:channel|stream)\/)(\d{1,12})(?=-|\/|\b)/g;
/** The server's own address before a file's: the file is here now. */
const UPLOAD_HOST = /https?:\/\/[^\s/()[\]<>"']{1,300}(?=\/user_uploads\/)/g;

export const markdownFrom = (text: string, names: LocalNames): string =>
  withLocalIds(text, names).replace(UPLOAD_HOST, "");

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

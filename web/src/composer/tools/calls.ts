/** Video and voice calls: a link to a room of the organization's Jitsi server, with a name that nobody can guess. */
import type { State } from "@parley/client";
import { t } from "../../text/text.ts";

export type CallKind = "video" | "voice";

/** The API's number for Jitsi; this client knows no other provider. */
const JITSI = 1;

/** The address of the server for calls; undefined if the organization has none. */
export function callServer({ realm }: Pick<State, "realm">): string | undefined {
  if (realm.realm_video_chat_provider !== JITSI) return undefined;
  return realm.realm_jitsi_server_url ?? realm.server_jitsi_server_url ?? undefined;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const NAME_LENGTH = 20;

/** A hundred random bits: whoever knows the name can join. */
function roomName(): string {
  const random = crypto.getRandomValues(new Uint8Array(NAME_LENGTH));
  return Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** The text to insert. A new room each time. */
export function callLink(server: string, kind: CallKind, name: string = roomName()): string {
  const address = `${server.replace(/\/+$/, "")}/${name}`;
  return kind === "video"
    ? `[${t("composer.joinVideoCall")}](${address}) `
    : `[${t("composer.joinVoiceCall")}](${address}#config.startWithVideoMuted=true) `;
}

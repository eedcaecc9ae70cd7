/** Finds the names in a text with a fast scan, so that the caller can load them before rendering. */
import { uploadPath } from "./addresses.ts";
import {
  CHANNEL_WILDCARDS,
  TOPIC_WILDCARD,
  writtenChannel,
  writtenGroup,
  writtenUser,
} from "./inline/mention-syntax.ts";
import { withPlainLines } from "./lines.ts";

export interface NamesInText {
  readonly userNames: ReadonlySet<string>;
  readonly userIds: ReadonlySet<number>;
  readonly groupNames: ReadonlySet<string>;
  readonly channelNames: ReadonlySet<string>;
  /** Topics whose links lead to their newest message. */
  readonly topics: readonly { readonly channel: string; readonly topic: string }[];
  /** `path_id`s of uploaded files. */
  readonly uploads: ReadonlySet<string>;
}

const SIGN = /[@#](?=_?\*)/g;
const UPLOAD = /user_uploads\/[^\s)>"'\]]+/g;

const NOTHING: NamesInText = {
  userNames: new Set(),
  userIds: new Set(),
  groupNames: new Set(),
  channelNames: new Set(),
  topics: [],
  uploads: new Set(),
};

/** Finds everything that `render` may look up, and perhaps more: it does not recognise code and quotes. */
export function namesIn(text: string): NamesInText {
  // Most texts contain none, and every text is scanned before its transaction and inside it.
  if (!/[@#]_?\*|user_uploads\//.test(text)) return NOTHING;
  const source = withPlainLines(text);
  const found = {
    userNames: new Set<string>(),
    userIds: new Set<number>(),
    groupNames: new Set<string>(),
    channelNames: new Set<string>(),
    topics: new Map<string, { channel: string; topic: string }>(),
    uploads: new Set<string>(),
  };
  for (const { index } of source.matchAll(SIGN)) {
    const user = writtenUser(source, index);
    if (user?.id !== undefined) found.userIds.add(user.id);
    else if (user !== undefined && !CHANNEL_WILDCARDS.has(user.name) && user.name !== TOPIC_WILDCARD) {
      found.userNames.add(user.name);
    }
    const group = writtenGroup(source, index);
    if (group !== undefined) found.groupNames.add(group.name);
    const channel = writtenChannel(source, index);
    if (channel === undefined) continue;
    found.channelNames.add(channel.channel);
    if (channel.topic !== undefined && channel.messageId === undefined) {
      found.topics.set(`${channel.channel}>${channel.topic}`, { channel: channel.channel, topic: channel.topic });
    }
  }
  if (source.includes("user_uploads/")) {
    for (const [written] of source.matchAll(UPLOAD)) {
      const path = uploadPath(written);
      if (path !== undefined) found.uploads.add(path);
    }
  }
  return { ...found, topics: [...found.topics.values()] };
}

/** Otherwise nothing has to be looked up for the text. */
export const refersToAnything = (found: NamesInText): boolean =>
  found.userNames.size + found.userIds.size + found.groupNames.size + found.channelNames.size + found.uploads.size > 0;

/** Ids in what people wrote and in what was made of it: mentions, links to conversations, links to files. */
import type { MovedIds } from "./ids.ts";

type Place = readonly [pattern: RegExp, moved: (ids: MovedIds, id: number) => number];

const user = (ids: MovedIds, id: number) => ids.inText("user", id);
const channel = (ids: MovedIds, id: number) => ids.inText("channel", id);
const message = (ids: MovedIds, id: number) => ids.inText("message", id);
const group = (ids: MovedIds, id: number) => ids.inText("user_group", id);
/** Files of another organization are none of ours. */
const realm = (ids: MovedIds, id: number) => (id === ids.realmId ? ids.inText("realm", id) : id);

const IN_LINKS: readonly Place[] = [
  [/(?<=user_uploads\/(?:download\/|thumbnail\/)?)\d+(?=\/)/g, realm],
  [/(?<=\/user_avatars\/|\/custom_emoji\/)\d+(?=\/)/g, realm],
  [/(?<=#narrow\/(?:channel|stream)\/)\d+(?=-|\/|\b)/g, channel],
  [/(?<=#narrow\/(?:dm|pm-with)\/(?:\d+,)*)\d+(?=[,-])/g, user],
  [/(?<=#narrow\/[^\s"')\]]*\/(?:near|with)\/)\d+/g, message],
];

const IN_MARKDOWN: readonly Place[] = [
  [/(?<=@_?\*\*[^*\n]*\|)\d+(?=\*\*)/g, user],
  [/(?<=#\*\*[^*\n]*>[^*\n]*@)\d+(?=\*\*)/g, message],
  ...IN_LINKS,
];

const IN_HTML: readonly Place[] = [
  [/(?<= data-user-id=")\d+(?=")/g, user],
  [/(?<= data-user-group-id=")\d+(?=")/g, group],
  [/(?<= data-stream-id=")\d+(?=")/g, channel],
  ...IN_LINKS,
];

const movedIn =
  (places: readonly Place[]) =>
  (text: string, ids: MovedIds): string =>
    ids.isEmpty
      ? text
      : places.reduce((moved, [pattern, to]) => moved.replace(pattern, (id) => String(to(ids, Number(id)))), text);

export const movedMarkdown = movedIn(IN_MARKDOWN);
export const movedHtml = movedIn(IN_HTML);

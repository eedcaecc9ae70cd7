/** Links to channels, topics and messages. */
import { channelFragment, fragmentPart } from "../addresses.ts";
import { element, type Html, text } from "../html.ts";
import type { NamedChannel } from "../names.ts";
import { mayBeginAt, type WrittenChannel, writtenChannel } from "./mention-syntax.ts";
import type { Construct, Scan } from "./scan.ts";

const EMPTY_TOPIC_LABEL = "general chat";

export const channelLink: Construct = (scan, at, limit) => {
  if (scan.inLink || !mayBeginAt(scan.source, at)) return undefined;
  const written = writtenChannel(scan.source, at, limit);
  const channel = written && scan.rendering.names.channelByName(written.channel);
  if (written === undefined || channel === undefined) return undefined;
  return { html: linkTo(scan, channel, written), end: written.end };
};

function linkTo(scan: Scan, channel: NamedChannel, { topic, messageId }: WrittenChannel): Html {
  const href = channelFragment(channel);
  const id = String(channel.stream_id);
  if (topic === undefined) {
    return element("a", { class: "stream", "data-stream-id": id, href }, text(`#${channel.name}`));
  }
  const label = topic === "" ? element("em", {}, text(EMPTY_TOPIC_LABEL)) : text(topic);
  const toTopic = `${href}/topic/${fragmentPart(topic)}`;
  if (messageId !== undefined) {
    const attributes = { class: "message-link", href: `${toTopic}/near/${messageId}` };
    return element("a", attributes, text(`#${channel.name} > `), label, text(" @ 💬"));
  }
  const newest = scan.rendering.names.newestMessageIn(channel.stream_id, topic);
  const attributes = {
    class: "stream-topic",
    "data-stream-id": id,
    href: newest === undefined ? toTopic : `${toTopic}/with/${newest}`,
  };
  return element("a", attributes, text(`#${channel.name} > `), label);
}

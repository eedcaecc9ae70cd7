/** Links to channels and topics show the channel's tile instead of the # sign. */
import { type Enhancement, MarkupChanges } from "../changes.ts";

export interface LinkedChannels {
  /** The tile of a channel that the reader can access. */
  readonly tileOf: (channelId: number) => Element | undefined;
}

export const enhanceChannelLinks: Enhancement<LinkedChannels> = (body, { tileOf }) => {
  const changes = new MarkupChanges();
  for (const link of body.querySelectorAll<HTMLAnchorElement>("a.stream, a.stream-topic, a.message-link")) {
    const id = Number(link.dataset.streamId ?? /^#narrow\/(?:channel|stream)\/(\d+)/.exec(link.hash)?.[1]);
    const text = link.firstChild;
    const tile = Number.isInteger(id) ? tileOf(id) : undefined;
    if (!tile || !(text instanceof Text)) continue;
    changes.setText(text, text.data.replace(/^#/, "").replace(" > ", " \u203a "));
    changes.insert(link, tile, text);
    changes.addClass(link, "with-tile");
  }
  return changes.undo;
};

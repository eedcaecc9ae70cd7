/** From a service's request to the message that it causes. Pure: nothing is sent here. */
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from "../../kernel/api/limits.ts";
import { isLonger } from "../../kernel/names/printable.ts";
import { shortened } from "../../text/notices/markup.ts";
import { AnomalousPayload } from "./contract.ts";
import { ANY_EVENT, type Integration, type Post } from "./integration.ts";
import { Markup } from "./markup.ts";
import { type EventFilters, isWanted } from "./patterns.ts";
import { cleaned, Unreadable } from "./payload.ts";
import type { ServiceRequest } from "./request.ts";

export type Interpretation =
  /** Not an event that the integration posts. */
  | { readonly kind: "unsupported"; readonly event: string }
  /** The URL does not ask for it, or it is not worth a message. */
  | { readonly kind: "nothing"; readonly event: string }
  | { readonly kind: "message"; readonly event: string; readonly topic: string; readonly content: string };

export function interpret(
  integration: Integration,
  request: ServiceRequest,
  filters: EventFilters = {},
): Interpretation {
  try {
    return interpreted(integration, request, filters);
  } catch (error) {
    if (error instanceof Unreadable) throw new AnomalousPayload({ webhook_name: integration.title });
    throw error;
  }
}

function interpreted(integration: Integration, request: ServiceRequest, filters: EventFilters): Interpretation {
  const event = shortened(integration.eventOf(request), MAX_EVENT_LENGTH);
  const known = Object.hasOwn(integration.events, event) ? integration.events[event] : integration.events[ANY_EVENT];
  if (!known) return { kind: "unsupported", event };
  const post = isWanted(event, filters) ? known.say(request) : undefined;
  const content = post && contentOf(post);
  if (!post || content === undefined) return { kind: "nothing", event };
  return { kind: "message", event, topic: topicFrom(post.topic) || integration.title, content };
}

/** No event has a longer name. */
const MAX_EVENT_LENGTH = 100;

/** In one line, cut with an ellipsis. */
export const topicFrom = (text: string): string =>
  shortened(cleaned(text).replace(/\s+/g, " ").trim(), MAX_TOPIC_LENGTH);

const ELLIPSIS = "…";

/** The blocks that fit. Undefined if nothing is left to say. */
function contentOf({ content }: Post): string | undefined {
  const blocks = content instanceof Markup ? [content] : content;
  const shown: string[] = [];
  for (const { source } of blocks) {
    if (source.trim() === "") continue;
    const isFirst = shown.length === 0;
    if (isLonger([...shown, source, ELLIPSIS].join("\n"), MAX_MESSAGE_LENGTH)) {
      shown.push(isFirst ? shortened(source, MAX_MESSAGE_LENGTH) : ELLIPSIS);
      break;
    }
    shown.push(source);
  }
  return shown.length === 0 ? undefined : shown.join("\n");
}

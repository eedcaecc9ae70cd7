/**
 * Whether a narrow matches a message, decided as the server does. Undefined if only the server knows, as for a search.
 */
import type { State } from "../store/store.ts";
import { topicKey } from "../store/topics.ts";
import { fold, type Term, topicNamed } from "./narrow.ts";
import type { Message } from "./types.ts";

type Decision = boolean | undefined;

/** A whole message, or what an event reveals about one that is not cached. */
export type Facts = Pick<Message, "id"> & Partial<Message>;

const MENTIONS = ["mentioned", "stream_wildcard_mentioned", "topic_wildcard_mentioned"];
const RESOLVED = "✔ ";
export const MUTED = 1;
const FOLLOWED = 3;

export function decide(terms: readonly Term[], facts: Facts, state: State): Decision {
  let decision = isInScope(terms, facts, state);
  for (const term of terms) {
    const match = decideTerm(term, facts, state);
    if (match === undefined) {
      if (decision) decision = undefined;
    } else if (match === (term.negated ?? false)) return false;
  }
  return decision;
}

/** Whether muted and followed topics and channels affect this narrow. */
export const dependsOnPreferences = (terms: readonly Term[]): boolean =>
  terms.some(({ operator, operand }) => operator === "in" || operand === "followed" || operand === "muted");

/** Whether a channel's privacy affects this narrow. */
export const dependsOnPrivacy = (terms: readonly Term[]): boolean =>
  terms.some(({ operator }) => operator === "channels");

/** Whether subscribing and unsubscribing affects which events arrive for this narrow. */
export const dependsOnSubscriptions = (terms: readonly Term[]): boolean =>
  terms.some(({ operator }) => operator === "channel" || operator === "channels");

/** Whether events cover all its messages. Channels without a subscription send none. */
export function receivesEvents(terms: readonly Term[], { channels }: State): boolean {
  return terms.every(({ operator, operand, negated }) => {
    if (negated) return true;
    if (operator === "channels") return false;
    return operator !== "channel" || (channels.channels.get(operand as number)?.is_subscribed ?? false);
  });
}

/**
 * A narrow covers the user's own history unless it names channels. The user's flags exist only in their own history.
 */
function isInScope(terms: readonly Term[], facts: Facts, state: State): Decision {
  const asksState = terms.some(({ operator, operand }) => operator === "is" && operand !== "resolved");
  const namesChannel = terms.some(
    ({ operator, operand, negated }) =>
      !negated && (operator === "channel" || (operator === "channels" && operand === "public")),
  );
  return namesChannel && !asksState ? true : isOwnHistory(facts, state);
}

/**
 * Messages the user received, or added to their history later, for instance by starring. Newcomers were also given the
 * history of their first channels, if it is not protected; only the server knows which those are.
 */
export function isOwnHistory({ type, flags, stream_id }: Facts, { channels }: Pick<State, "channels">): Decision {
  if (type === "private") return true;
  if (!flags) return undefined;
  if (!flags.includes("historical") || flags.some((flag) => flag !== "historical" && flag !== "read")) return true;
  const channel = channels.channels.get(stream_id ?? 0);
  const isOpen = !channel?.invite_only || channel.history_public_to_subscribers;
  const mayBeGiven = channel?.is_subscribed === true && isOpen;
  return mayBeGiven ? undefined : false;
}

function decideTerm({ operator, operand }: Term, facts: Facts, state: State): Decision {
  switch (operator) {
    case "channel":
      return facts.type === undefined ? undefined : facts.stream_id === operand;
    case "channels":
      return isOpen(operand, facts, state);
    case "topic":
      return facts.type && facts.subject !== undefined ? isInTopic(facts, String(operand)) : undefined;
    case "dm":
      return people(facts, (ids) => sameSet(ids, operand as number[], state.users.ownId));
    case "dm-including":
      return people(facts, (ids) => ids.includes(operand as number));
    case "group-pm-with":
      return people(facts, (ids) => ids.length > 2 && ids.includes(operand as number));
    case "sender":
      return facts.sender_id === undefined ? undefined : facts.sender_id === operand;
    case "mentions":
      return mentions(operand as number, facts, state);
    case "date":
      return isSince(String(operand), facts);
    case "id":
      return facts.id === operand;
    case "is":
      return isInState(String(operand), facts, state);
    case "has":
      return holds(String(operand), facts);
    case "in":
      return operand === "home" ? not(isMuted(facts, state)) : true;
    default:
      return undefined;
  }
}

const not = (decision: Decision): Decision => (decision === undefined ? undefined : !decision);

/**
 * Only mentions by name count, and only if the message reached the user; for other users only the server knows that.
 */
function mentions(userId: number, { content, content_type, flags }: Facts, { users }: State): Decision {
  if (content === undefined || content_type === "text/x-markdown") return undefined;
  if (!content.includes(`<span class="user-mention" data-user-id="${userId}">`)) return false;
  return userId === users.ownId ? flags?.includes("mentioned") : undefined;
}

/** A plain date means midnight UTC, for the server as for `Date`. */
const isSince = (moment: string, { timestamp }: Facts): Decision =>
  timestamp === undefined ? undefined : timestamp >= Date.parse(moment) / 1000;

/** All names of the empty topic match it. */
const isInTopic = ({ type, subject = "" }: Facts, topic: string): boolean =>
  type === "stream" && fold(topicNamed(subject)) === fold(topic);

function isOpen(operand: unknown, { type, stream_id }: Facts, { channels }: State): Decision {
  if (type === undefined) return undefined;
  if (type === "private") return false;
  const channel = channels.channels.get(stream_id ?? 0);
  if (!channel) return undefined;
  if (operand === "public") return !channel.invite_only;
  return operand === "web-public" ? channel.is_web_public : undefined;
}

function people({ type, display_recipient }: Facts, is: (ids: readonly number[]) => boolean): Decision {
  if (type === "stream") return false;
  return Array.isArray(display_recipient) ? is(display_recipient.map(({ id }) => id)) : undefined;
}

function sameSet(ids: readonly number[], others: readonly number[], ownId: number): boolean {
  const wanted = new Set([...others, ownId]);
  return new Set(ids).size === wanted.size && ids.every((id) => wanted.has(id));
}

function isInState(operand: string, facts: Facts, state: State): Decision {
  const { type, subject, flags } = facts;
  switch (operand) {
    case "dm":
      return type && type === "private";
    case "starred":
      return flags?.includes("starred");
    case "mentioned":
      return flags?.some((flag) => MENTIONS.includes(flag));
    case "alerted":
      return flags?.includes("has_alert_word");
    case "unread":
      return flags && !flags.includes("read");
    case "resolved":
      return type && (type === "private" ? false : subject?.startsWith(RESOLVED));
    case "followed":
      return policyOf(facts, state, (policy) => policy === FOLLOWED);
    case "muted":
      return isMuted(facts, state);
    default:
      return undefined;
  }
}

function policyOf({ type, stream_id, subject }: Facts, { topics }: State, is: (policy: number) => boolean): Decision {
  if (type === undefined) return undefined;
  if (type === "private") return false;
  if (stream_id === undefined || subject === undefined) return undefined;
  return is(topics.policies.get(topicKey(stream_id, subject))?.visibility_policy ?? 0);
}

/** In a muted topic, or in a muted channel unless the topic is unmuted or followed. */
export function isMuted(facts: Facts, state: State): Decision {
  const channel = state.channels.channels.get(facts.stream_id ?? 0);
  const isChannelMuted = (channel?.is_subscribed && channel.personal?.is_muted) ?? false;
  return policyOf(facts, state, (policy) => policy === MUTED || (policy === 0 && isChannelMuted));
}

const LINK = /<a href=/;
const IMAGE = /<div class="(?:[\w-]+ )*message_inline_image\b/;
const UPLOAD = /<\w+ [^>]*(?:href|src)="\/?user_uploads\/(?!download\/|thumbnail\/|temporary\/)/;

/** Depends on the HTML that the renderer writes for links, previews and files. */
function holds(operand: string, { content, content_type, reactions }: Facts): Decision {
  if (operand === "reaction") return reactions && reactions.length > 0;
  if (content === undefined || content_type === "text/x-markdown") return undefined;
  switch (operand) {
    case "link":
      return LINK.test(content);
    case "image":
      return IMAGE.test(content);
    case "attachment":
      // The text does not show whether the file exists.
      return UPLOAD.test(content) ? undefined : false;
    default:
      return undefined;
  }
}

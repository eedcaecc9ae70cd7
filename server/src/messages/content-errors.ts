/** Errors for rejected texts, for everything that stores user text. */
import { apiError, badRequest, said } from "../kernel/api/index.ts";
import { UnableToRender } from "../text/errors.ts";

export const ChannelWildcardNotAllowed = apiError(
  "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
  "You do not have permission to use channel wildcard mentions in this channel.",
);
export const TopicWildcardNotAllowed = apiError(
  "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
  "You do not have permission to use topic wildcard mentions in this topic.",
);
export const mayNotMention = badRequest<{ name: string }>(
  ({ name }) => said`You are not allowed to mention user group '${name}'.`,
);

/** The errors that an operation declares. */
export const contentErrors = [UnableToRender, ChannelWildcardNotAllowed, TopicWildcardNotAllowed];

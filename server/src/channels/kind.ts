/** The four types of channels, and how requests change them. */
import { demand } from "../kernel/api/index.ts";
import type { ChannelKind } from "../text/notices/texts/channels.ts";
import { InvalidKind } from "./contract.ts";

export interface Privacy {
  readonly invite_only: boolean;
  readonly is_web_public: boolean;
  readonly history_public_to_subscribers: boolean;
}

export function kindOf({ invite_only, is_web_public, history_public_to_subscribers }: Privacy): ChannelKind {
  if (is_web_public) return "web-public";
  if (!invite_only) return "public";
  return history_public_to_subscribers ? "private, shared" : "private, protected";
}

const RECORDED = {
  "web-public": "web_public",
  public: "public",
  "private, shared": "private_shared",
  "private, protected": "private_protected",
} as const satisfies Record<ChannelKind, string>;

/** As the audit log names it. */
export const recordedPrivacy = (privacy: Privacy) => RECORDED[kindOf(privacy)];

export interface PrivacyRequest {
  is_private?: boolean | undefined;
  is_web_public?: boolean | undefined;
  history_public_to_subscribers?: boolean | undefined;
}

export const namesPrivacy = (request: PrivacyRequest) =>
  [request.is_private, request.is_web_public, request.history_public_to_subscribers].some((each) => each !== undefined);

/** Omitted values stay; history follows a new privacy: shared if the channel is public, otherwise protected. */
export function privacyAfter(current: Privacy, request: PrivacyRequest): Privacy {
  const invite_only = request.is_private ?? current.invite_only;
  const is_web_public = request.is_web_public ?? current.is_web_public;
  const implied = request.is_private === undefined ? current.history_public_to_subscribers : !request.is_private;
  const history_public_to_subscribers = request.history_public_to_subscribers ?? implied;
  demand(!(invite_only && is_web_public), new InvalidKind());
  demand(invite_only || history_public_to_subscribers, new InvalidKind());
  return { invite_only, is_web_public, history_public_to_subscribers };
}

/** The onboarding steps contract. */
import {
  badRequest,
  list,
  notAudited,
  noted,
  nullable,
  oneOf,
  operation,
  said,
  shortText,
  strictObject,
  text,
} from "../../kernel/api/index.ts";

const step = strictObject({ type: oneOf("one_time_notice", "one_time_action"), name: text() });

/** In the order clients receive them. */
export const ONBOARDING_STEPS = [
  ...[
    "visibility_policy_banner",
    "intro_inbox_view_modal",
    "intro_recent_view_modal",
    "first_stream_created_banner",
    "jump_to_conversation_banner",
    "non_interleaved_view_messages_fading",
    "interleaved_view_messages_fading",
    "intro_resolve_topic",
    "navigation_tour_video",
  ].map((name) => ({ type: "one_time_notice" as const, name })),
  { type: "one_time_action" as const, name: "narrow_to_dm_with_welcome_bot_new_user" },
];

export const unknownStep = badRequest<{ onboarding_step: string }>(
  ({ onboarding_step }) => said`Unknown onboarding_step: ${onboarding_step}`,
);

export const markOnboardingStep = operation({
  method: "POST",
  path: "/users/me/onboarding_steps",
  summary: "Mark a hint as seen, so that no client shows it again.",
  gate: "human",
  params: { onboarding_step: noted(shortText(), { example: "intro_inbox_view_modal" }) },
  audit: notAudited("a personal preference"),
  response: {},
});

const onboarding_steps = noted(list(step), { note: "Hints that have not been seen yet." });

export const onboardingEventFields = { onboarding_steps };
export const onboardingState = {
  onboarding_steps,
  navigation_tour_video_url: noted(nullable(text()), { note: "Null: there is no video." }),
};

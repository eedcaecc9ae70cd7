import assert from "node:assert/strict";
import { org, type Person, test } from "../../../test/index.ts";
import { register } from "../../registration/contract.ts";
import { markOnboardingStep } from "./contract.ts";

const NAMES = [
  "visibility_policy_banner",
  "intro_inbox_view_modal",
  "intro_recent_view_modal",
  "first_stream_created_banner",
  "jump_to_conversation_banner",
  "non_interleaved_view_messages_fading",
  "interleaved_view_messages_fading",
  "intro_resolve_topic",
  "navigation_tour_video",
  "narrow_to_dm_with_welcome_bot_new_user",
];

const stepsOf = async (person: Person) => {
  const { onboarding_steps, navigation_tour_video_url } = await person.call(register, {
    fetch_event_types: ["onboarding_steps"],
  });
  assert.equal(navigation_tour_video_url, null);
  return onboarding_steps ?? [];
};

test("a hint is shown until one of the user's clients marks it as seen", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.guest("Ben")];
  await ben.watches();
  const before = await stepsOf(ada);
  assert.deepEqual(
    before.map(({ name }) => name),
    NAMES,
  );
  assert.deepEqual(before.at(-1)?.type, "one_time_action");
  assert.deepEqual(new Set(before.slice(0, -1).map(({ type }) => type)), new Set(["one_time_notice"]));
  const onboarding_step = "intro_resolve_topic";
  const left = before.filter(({ name }) => name !== onboarding_step);
  const heard = await ada.eventsDuring(() => ada.call(markOnboardingStep, { onboarding_step }));
  assert.deepEqual(heard, [{ type: "onboarding_steps", onboarding_steps: left }]);
  assert.deepEqual(await stepsOf(ada), left);
  assert.deepEqual(await ada.eventsDuring(() => ada.call(markOnboardingStep, { onboarding_step })), []);
  assert.deepEqual(await ben.catchesUp(), []);
  assert.equal((await stepsOf(ben)).length, NAMES.length);
});

test("unknown hints are rejected, and bots have none", async (t) => {
  const acme = await org(t);
  const bot = await acme.bot("Robin", acme.owner);
  const marks = (person: Person, params: Record<string, string>) =>
    person.asks("POST", "/users/me/onboarding_steps", params);
  assert.equal((await marks(acme.owner, { onboarding_step: "other" })).msg, "Unknown onboarding_step: other");
  assert.equal((await marks(acme.owner, {})).msg, "Missing 'onboarding_step' argument");
  assert.equal(
    (await marks(bot, { onboarding_step: "navigation_tour_video" })).msg,
    "This endpoint does not accept bot requests.",
  );
  assert.deepEqual(await stepsOf(bot), []);
});

import { snapshotPart } from "../../kernel/feature.ts";
import { onboardingState } from "./contract.ts";
import { stepsLeft } from "./store.ts";

const NOTHING = { onboarding_steps: [], navigation_tour_video_url: null };

/** No hints for bots, nor for visitors, who could not mark them as seen. */
export const onboardingSnapshot = snapshotPart(
  "onboarding_steps",
  onboardingState,
  async ({ db, user }) => (user.is_bot ? NOTHING : { ...NOTHING, onboarding_steps: await stepsLeft(db, user.id) }),
  async () => NOTHING,
);

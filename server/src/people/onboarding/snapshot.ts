import { snapshotPart } from "../../kernel/feature.ts";
import { onboardingState } from "./contract.ts";
import { stepsLeft } from "./store.ts";

const NOTHING = { onboarding_steps: [], navigation_tour_video_url: null };

/** Nothing is explained to bots, and visitors could not say that they have seen it. */
export const onboardingSnapshot = snapshotPart(
  "onboarding_steps",
  onboardingState,
  async ({ db, user }) => (user.is_bot ? NOTHING : { ...NOTHING, onboarding_steps: await stepsLeft(db, user.id) }),
  async () => NOTHING,
);

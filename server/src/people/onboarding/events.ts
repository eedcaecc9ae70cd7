import { event } from "../../kernel/api/index.ts";
import { onboardingEventFields } from "./contract.ts";

/** Sent to the user, with the hints they have not seen yet. */
export const onboardingStepsEvent = event("onboarding_steps", onboardingEventFields);

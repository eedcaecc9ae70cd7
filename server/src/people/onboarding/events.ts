import { event } from "../../kernel/api/index.ts";
import { onboardingEventFields } from "./contract.ts";

/** Sent to the user: what is still to be shown to them. */
export const onboardingStepsEvent = event("onboarding_steps", onboardingEventFields);

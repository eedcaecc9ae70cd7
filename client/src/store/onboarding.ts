import { part } from "./part.ts";

export interface OnboardingStep {
  readonly type: string;
  readonly name: string;
}

/** Hints that are still to be shown. */
export type OnboardingState = readonly OnboardingStep[];

export const onboardingPart = part<OnboardingState>({
  from: (snapshot) => snapshot.onboarding_steps ?? [],
  apply: (state, event) => (event.type === "onboarding_steps" ? (event.onboarding_steps as OnboardingStep[]) : state),
});

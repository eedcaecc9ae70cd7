import { part } from "./part.ts";

export interface OnboardingStep {
  readonly type: string;
  readonly name: string;
}

/** Hints not shown yet. */
export type OnboardingState = readonly OnboardingStep[];

export const onboardingPart = part<OnboardingState>({
  from: (snapshot) => snapshot.onboarding_steps ?? [],
  on: { onboarding_steps: (_, { onboarding_steps }) => onboarding_steps },
});

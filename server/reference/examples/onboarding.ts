import { markOnboardingStep } from "../../src/people/onboarding/contract.ts";
import type { Story } from "../scene.ts";

export const onboardingExamples: Story = async ({ shows, gus }) => {
  await shows(markOnboardingStep, gus, { onboarding_step: "intro_inbox_view_modal" });
};

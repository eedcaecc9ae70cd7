import { route } from "../../kernel/http/route.ts";
import { markOnboardingStep } from "./actions.ts";
import * as contract from "./contract.ts";

export const onboardingRoutes = [
  route(contract.markOnboardingStep, async (ctx, { onboarding_step }) => {
    await markOnboardingStep(ctx, onboarding_step);
    return {};
  }),
];

import type { WriteContext } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { ONBOARDING_STEPS, unknownStep } from "./contract.ts";
import { onboardingStepsEvent } from "./events.ts";
import { insertSeen, stepsLeft } from "./store.ts";

export async function markOnboardingStep(ctx: WriteContext, onboarding_step: string): Promise<void> {
  const { db, user } = ctx;
  if (!ONBOARDING_STEPS.some(({ name }) => name === onboarding_step)) throw unknownStep({ onboarding_step });
  if (!(await insertSeen(db, user.id, onboarding_step))) return;
  append(ctx, onboardingStepsEvent({ onboarding_steps: await stepsLeft(db, user.id) }), toUsers(user.id));
}

/** Estimates a password's strength for pages where one is chosen. Nothing is stored. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../context.ts";
import { inLanguage } from "../languages.ts";
import type { Form } from "../pages/page.ts";
import { sharedPageWords } from "../pages/words/index.ts";
import { PASSWORD_RULES, type Strength, strengthOf } from "../passwords.ts";
import { refuseOtherSites } from "./forgery.ts";
import { languageOf } from "./pages.ts";
import { sendJson } from "./reply.ts";

/** A password, and the few words that it must not be made of. */
const MAX_BYTES = 4096;

export function addPasswordStrength(server: FastifyInstance, app: App): void {
  server.route({
    method: "POST",
    url: "/accounts/password/strength/",
    bodyLimit: MAX_BYTES,
    async handler(request, reply) {
      refuseOtherSites(request);
      app.limits.admit(request.ip, "password_strength_by_ip");
      const strength = await strengthIn(request);
      const sentence = inLanguage(languageOf(request), sharedPageWords).password.strength[strength];
      return sendJson(reply, 200, `${JSON.stringify({ strength, sentence })}\n`);
    },
  });
}

function strengthIn({ body }: FastifyRequest): Promise<Strength> {
  const { password = "", own = "" } = { ...(body as Form | undefined) };
  return strengthOf(password.slice(0, PASSWORD_RULES.password_max_length), own.split("\n").filter(Boolean));
}

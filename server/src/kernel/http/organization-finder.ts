/** Leads people to their organization, where a server has several: apps send those who do not know its address here. */
import type { FastifyInstance } from "fastify";
import type { App } from "../context.ts";
import { inLanguage } from "../languages.ts";
import { framedByServer } from "../pages/frames.ts";
import { html } from "../pages/html.ts";
import { type Assets, SEARCH_SECURITY_POLICY } from "../pages/layout.ts";
import { sharedPageWords } from "../pages/words/index.ts";
import { languageOf, PAGE_HEADERS } from "./pages.ts";

const PATH = "/accounts/go/";
const SHORT_NAME = /^[a-z0-9-]{1,40}$/;

export function addOrganizationFinder(server: FastifyInstance, app: App, assets: Assets): void {
  server.route({
    method: ["GET", "HEAD"],
    url: PATH,
    async handler(request, reply) {
      const { name } = request.query as { name?: unknown };
      const shortName = typeof name === "string" ? name.trim().toLowerCase() : undefined;
      if (shortName !== undefined && SHORT_NAME.test(shortName)) {
        const address = new URL(app.url());
        address.hostname = `${shortName}.${address.hostname}`;
        return reply.redirect(address.href, 302);
      }
      if (shortName === undefined && !(await hasSeveral(app))) return reply.redirect("/", 302);
      const language = languageOf(request);
      const words = inLanguage(language, sharedPageWords).finder;
      const body = html`<h1>${words.title}</h1>
<form action="${PATH}">
<label>${words.label}<input name="name" required maxlength="40" autocomplete="organization" value="${shortName}"></label>
${shortName !== undefined && html`<p class="error" role="alert">${words.invalid}</p>`}
<p class="hint">${words.hint}</p>
<button>${words.go}</button>
</form>`;
      return reply
        .headers({ ...PAGE_HEADERS, "content-security-policy": SEARCH_SECURITY_POLICY })
        .send(framedByServer({ title: words.title, body }, { assets, language }));
    },
  });
  server.get(PATH.replace(/\/$/, ""), (_request, reply) => reply.redirect(PATH, 301));
}

async function hasSeveral({ database }: App): Promise<boolean> {
  const rows = await database.reader.selectFrom("realm").select("id").where("is_active", "=", true).limit(2).execute();
  return rows.length > 1;
}

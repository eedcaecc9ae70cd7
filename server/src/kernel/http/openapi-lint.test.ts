import assert from "node:assert/strict";
import { test } from "node:test";
import { chapters } from "../../contract.ts";
import { documentTexts } from "./document-texts.ts";
import { openApiDocument } from "./openapi.ts";

interface Problem {
  readonly ruleId: string;
  readonly severity: "error" | "warn";
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** As far as it is used here: with its own types, ours would take seconds longer to check. */
interface Redocly {
  createConfig(config: { readonly extends: readonly string[] }): Promise<object>;
  lintFromString(given: { readonly source: string; readonly config: object }): Promise<readonly Problem[]>;
}

const REDOCLY = "@redocly/openapi-core";

test("Redocly's recommended rules find no error in the document", async () => {
  const { createConfig, lintFromString } = (await import(REDOCLY)) as Redocly;
  const source = JSON.stringify(openApiDocument(chapters, documentTexts()));
  const problems = await lintFromString({ source, config: await createConfig({ extends: ["recommended"] }) });
  const errors = problems.filter(({ severity }) => severity === "error");
  assert.deepEqual(
    errors.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`),
    [],
  );
});

/** docs/api: every page of the reference by its file name, from the contract and from examples that are run for it. */
import { chapters, type Operation } from "../src/contract.ts";
import { Schemas } from "../src/http/openapi-schemas.ts";
import { makeCompany } from "./company.ts";
import { stories } from "./examples/index.ts";
import { eventsPage } from "./pages/events-page.ts";
import { indexPage } from "./pages/index-page.ts";
import { fileOf } from "./pages/markdown.ts";
import { objectsPage } from "./pages/objects-page.ts";
import { operationPage } from "./pages/operation-page.ts";
import { type Example, examplesOf } from "./stage.ts";

export class MissingExamples extends Error {
  constructor(ids: readonly string[]) {
    super(`These operations have no example in server/reference/examples: ${ids.join(", ")}.`);
  }
}

export async function referencePages(): Promise<Record<string, string>> {
  const examples = await runExamples();
  const schemas = new Schemas(chapters);
  const pages = Object.entries(operationsByChapter()).map(([id, operation]): [string, string] => [
    fileOf(id),
    operationPage(operation, examples.get(id) as Example, schemas),
  ]);
  const shown = Object.keys(operationsByChapter()).map((id) => examples.get(id) as Example);
  return {
    "README.md": indexPage(chapters),
    ...Object.fromEntries(pages),
    "events.md": eventsPage(chapters, shown, schemas),
    "objects.md": objectsPage(schemas),
  };
}

const operationsByChapter = (): Record<string, Operation> =>
  Object.assign({}, ...chapters.map(({ operations }) => operations)) as Record<string, Operation>;

/** By the operation's id. */
export async function runExamples(): Promise<Map<string, Example>> {
  const company = await makeCompany();
  const examples = new Map<string, Example>();
  try {
    for (const story of stories)
      for (const example of await examplesOf(company, story)) {
        if (examples.has(example.id)) throw new Error(`${example.id} has two examples.`);
        examples.set(example.id, example);
      }
  } finally {
    company.close();
  }
  const missing = Object.keys(operationsByChapter()).filter((id) => !examples.has(id));
  if (missing.length > 0) throw new MissingExamples(missing);
  return examples;
}

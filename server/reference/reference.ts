/** The API reference: pages in docs/api, generated from the contract and from examples that are run for them. */
import { parameterNotes } from "../scripts/parameter-notes.ts";
import { chapters, operations } from "../src/contract.ts";
import { Schemas } from "../src/kernel/http/openapi-schemas.ts";
import { makeCompany } from "./company.ts";
import { stories } from "./examples/index.ts";
import { PAGES } from "./files.ts";
import { eventsPage } from "./pages/events-page.ts";
import { indexPage } from "./pages/index-page.ts";
import { fileOf } from "./pages/markdown.ts";
import { objectsPage } from "./pages/objects-page.ts";
import { operationPage, responseText } from "./pages/operation-page.ts";
import { type Example, examplesOf } from "./scene.ts";

const EXAMPLE_ANSWERS = "server/src/kernel/pages/example-answers.json";

export class MissingExamples extends Error {
  constructor(ids: readonly string[]) {
    super(`These operations have no example in server/reference/examples: ${ids.join(", ")}.`);
  }
}

/** By their path in the repository. */
export async function referenceFiles(): Promise<Record<string, string>> {
  const examples = await runExamples();
  const pages = Object.entries(pagesOf(examples)).map(([name, text]) => [`${PAGES}/${name}`, text]);
  return { ...Object.fromEntries(pages), [EXAMPLE_ANSWERS]: `${JSON.stringify(responsesOf(examples), null, 1)}\n` };
}

function pagesOf(examples: ReadonlyMap<string, Example>): Record<string, string> {
  const schemas = new Schemas(chapters);
  const notes = parameterNotes();
  const documented = chapters.flatMap(({ title: area, operations: own }) =>
    Object.entries(own).map(([id, operation]) => ({
      ...{ area, operation, example: examples.get(id) as Example },
      notes: notes[id] ?? {},
    })),
  );
  const pages = documented.map((each) => [fileOf(each.example.id), operationPage(each, schemas)]);
  return {
    "README.md": indexPage(chapters),
    ...Object.fromEntries(pages),
    "events.md": eventsPage(
      chapters,
      documented.map(({ example }) => example),
      schemas,
    ),
    "objects.md": objectsPage(schemas),
  };
}

/** The responses that the server's own API page shows below each operation. */
function responsesOf(examples: ReadonlyMap<string, Example>): Record<string, string> {
  return Object.fromEntries(Object.keys(operations).map((id) => [id, responseText(examples.get(id) as Example)]));
}

/** By the operation's id. */
async function runExamples(): Promise<Map<string, Example>> {
  const company = await makeCompany();
  const examples = new Map<string, Example>();
  try {
    for (const story of stories)
      for (const example of await examplesOf(company, story)) {
        if (examples.has(example.id)) throw new Error(`${example.id} has two examples.`);
        examples.set(example.id, example);
      }
  } finally {
    await company.close();
  }
  const missing = Object.keys(operations).filter((id) => !examples.has(id));
  if (missing.length > 0) throw new MissingExamples(missing);
  return examples;
}

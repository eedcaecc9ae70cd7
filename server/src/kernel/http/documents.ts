/** What is made of the contract: the OpenAPI document and the API page. */
import type { Chapter } from "../api/index.ts";
import { apiPage } from "../pages/api-page.ts";
import type { Assets } from "../pages/layout.ts";
import { documentTexts } from "./document-texts.ts";
import { openApiDocument } from "./openapi.ts";

/** Half a second of work: not for the event loop. */
export type MakeDocuments = (task: DocumentsTask) => Promise<Documents>;

export interface DocumentsTask {
  readonly url: string;
  readonly assets: Assets;
}

export interface Documents {
  readonly openApi: string;
  readonly page: string;
}

export function makeDocuments(chapters: readonly Chapter[], { url, assets }: DocumentsTask): Documents {
  const texts = documentTexts();
  const document = openApiDocument(chapters, texts);
  return { openApi: `${JSON.stringify(document)}\n`, page: apiPage({ chapters, document, url, assets, ...texts }) };
}

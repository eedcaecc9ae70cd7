/** What is made of the contract: the OpenAPI document and the API page. Loaded when one of them is first asked for. */
import type { Chapter } from "../api/index.ts";
import { apiPage } from "../pages/api-page.ts";
import type { Assets } from "../pages/layout.ts";
import { documentTexts } from "./document-texts.ts";
import { openApiDocument } from "./openapi.ts";

interface Documents {
  readonly openApi: string;
  readonly page: string;
}

export function makeDocuments(chapters: readonly Chapter[], url: string, assets: Assets): Documents {
  const texts = documentTexts();
  const document = openApiDocument(chapters, texts);
  return { openApi: `${JSON.stringify(document)}\n`, page: apiPage({ chapters, document, url, assets, ...texts }) };
}

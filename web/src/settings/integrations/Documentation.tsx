/** What to do at the service. */
import { t } from "../../text/text.ts";
import { Markdown } from "./Markdown.tsx";
import type { Integration } from "./useCatalogue.ts";

interface DocumentationProps {
  readonly integration: Integration;
  readonly url: string | undefined;
}

export function Documentation({ integration, url }: DocumentationProps) {
  return (
    <>
      <ol className="integration-steps" lang="en" dir="ltr">
        {integration.setup.map((step) => (
          <li key={step}>
            <Markdown source={step} url={url} />
          </li>
        ))}
      </ol>
      <p>
        <a href={`/integrations/${integration.name}`} target="_blank" rel="noreferrer">
          {t("integrations.documentation")}
        </a>
      </p>
    </>
  );
}

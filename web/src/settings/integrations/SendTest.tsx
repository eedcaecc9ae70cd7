/** Sends one of the integration's examples to the address. */
import type { Connection } from "@parley/client";
import { integrations as api } from "@parley/server/contract";
import { useState } from "react";
import { attempt, FailedHere } from "../../actions/attempt.ts";
import { Button } from "../../parts/buttons.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useSession } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import { FormField } from "../forms/FormField.tsx";
import type { AddressOptions } from "./chosen.ts";
import type { Integration } from "./useCatalogue.ts";

interface SendTestProps {
  readonly integration: Integration;
  readonly botId: number;
  readonly options: AddressOptions;
  readonly onSent: () => void;
}

export function SendTest({ integration, botId, options, onSent }: SendTestProps) {
  const { connection } = useSession();
  const { name, examples } = integration;
  const [example, setExample] = useState(examples[0] ?? "");
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    await attempt(async () => {
      await sendExample(connection, { bot_id: botId, integration: name, example, ...options });
      showToast({ text: t("integrations.sent") });
    });
    setBusy(false);
    onSent();
  };
  return (
    <div className="integration-test">
      <FormField label={t("integrations.example")}>
        {(attributes) => (
          <select
            {...attributes}
            className="field"
            lang="en"
            value={example}
            onChange={({ target }) => setExample(target.value)}
          >
            {examples.map((each) => (
              <option key={each} value={each}>
                {each.replace(/^./, (first) => first.toUpperCase())}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <Button icon="send" isDisabled={isBusy} onPress={() => void send()}>
        {t("integrations.send")}
      </Button>
    </div>
  );
}

/** To the real address and without the reader's session, as the service does. What became of it is in the list. */
async function sendExample(connection: Connection, params: object): Promise<void> {
  const { url, headers, body } = await connection.call(api.getWebhookExample, params as never);
  const { pathname, search } = new URL(url);
  const response = await fetch(pathname + search, { method: "POST", headers, body, credentials: "omit" });
  if (response.ok) return;
  const { msg } = (await response.json().catch(() => ({}))) as { msg?: string };
  throw new FailedHere(msg ?? response.statusText);
}

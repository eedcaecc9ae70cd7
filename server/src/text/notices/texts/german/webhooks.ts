import { plainly } from "../../markup.ts";
import type { WebhookNotices } from "../english/webhooks.ts";
import { coded, type WebhookFailure, withAnswer } from "../webhooks.ts";

function whatHappened(failure: WebhookFailure): string {
  switch (failure.reason) {
    case "status":
      return `sie hat mit dem HTTP-Status **${failure.status}** geantwortet`;
    case "invalid_json":
      return "die Antwort war kein JSON";
    case "invalid_format":
      return "die Antwort war kein JSON-Objekt im erwarteten Format";
    case "reply_refused":
      return `die Antwort konnte nicht gesendet werden: ${plainly(failure.sentence)}`;
    case "timeout":
      return "sie hat auch nach mehreren Versuchen nicht rechtzeitig geantwortet";
    case "unreachable":
      return `sie war auch nach mehreren Versuchen nicht erreichbar${coded(failure.code)}`;
    case "forbidden":
      return "sie liegt in einem Netz, zu dem dieser Server keine Verbindung aufbaut";
    case "not_an_address":
      return "sie ist nicht gültig";
    case "too_large":
      return "die Antwort war zu groß";
    case "redirect":
      return "sie leitet zu oft weiter, oder an eine Adresse, die nicht erlaubt ist";
    case "slack_direct":
      return "das Slack-Format unterstützt keine Direktnachrichten";
    case "stopped":
      return "dieser Server wurde angehalten";
    default:
      throw new Error(failure satisfies never);
  }
}

function said(failure: WebhookFailure): string {
  switch (failure.reason) {
    case "status":
      return `Die Gegenseite hat mit ${failure.status} geantwortet`;
    case "invalid_json":
      return "Die Antwort ist kein gültiges JSON";
    case "invalid_format":
      return "Die Antwort hat nicht das erwartete Format";
    case "reply_refused":
      return failure.sentence;
    case "slack_direct":
      return "Ausgehende Webhooks im Slack-Format unterstützen keine Direktnachrichten.";
    case "too_large":
      return "Die Antwort ist zu groß";
    default:
      return "Der Bot ist nicht erreichbar";
  }
}

export const germanWebhooks: WebhookNotices = {
  inConversation: (failure) => `Fehler! ${said(failure)}`,
  toOwner: ({ bot, origin, link, failure }) =>
    withAnswer(
      `Dein Bot ${bot} wurde durch ${link ?? "eine Nachricht"} aufgerufen, aber die Anfrage an seine Adresse bei ${origin} ist gescheitert: ${whatHappened(failure)}.`,
      failure,
    ),
};

import { plainly } from "../../markup.ts";
import type { WebhookNotices } from "../english/webhooks.ts";
import { coded, type WebhookFailure, withAnswer } from "../webhooks.ts";

function whatHappened(failure: WebhookFailure): string {
  switch (failure.reason) {
    case "status":
      return `استجاب برمز حالة HTTP **${failure.status}**`;
    case "invalid_json":
      return "استجابته ليست بتنسيق JSON";
    case "invalid_format":
      return "استجابته ليست كائن JSON بالتنسيق المتوقع";
    case "reply_refused":
      return `تعذر نشر استجابته: ${plainly(failure.sentence)}`;
    case "timeout":
      return "لم يستجب في الوقت المحدد بعد عدة محاولات";
    case "unreachable":
      return `تعذر الوصول إليه${coded(failure.code)} بعد عدة محاولات`;
    case "forbidden":
      return "يقع عنوانه في شبكة لا يتصل بها هذا الخادم";
    case "not_an_address":
      return "عنوانه غير صالح";
    case "too_large":
      return "استجابته كبيرة جدًا";
    case "redirect":
      return "يعيد التوجيه مرات كثيرة، أو إلى عنوان غير مسموح به";
    case "slack_direct":
      return "لا يدعم تنسيق Slack الرسائل المباشرة";
    case "stopped":
      return "تم إيقاف هذا الخادم";
    default:
      throw new Error(failure satisfies never);
  }
}

function said(failure: WebhookFailure): string {
  switch (failure.reason) {
    case "status":
      return `استجاب الطرف الآخر بالرمز ${failure.status}`;
    case "invalid_json":
      return "الاستجابة ليست JSON صالحًا";
    case "invalid_format":
      return "تنسيق الاستجابة غير صالح";
    case "reply_refused":
      return failure.sentence;
    case "slack_direct":
      return "لا تدعم طلبات Webhook الصادرة بتنسيق Slack الرسائل المباشرة.";
    case "too_large":
      return "الاستجابة كبيرة جدًا";
    default:
      return "البوت غير متاح";
  }
}

export const arabicWebhooks: WebhookNotices = {
  inConversation: (failure) => `فشل الطلب! ${said(failure)}`,
  toOwner: ({ bot, origin, link, failure }) =>
    withAnswer(
      `استُدعي البوت ${bot} الذي تملكه عبر ${link ?? "رسالة"}، لكن الطلب المرسل إلى عنوانه على ${origin} فشل: ${whatHappened(failure)}.`,
      failure,
    ),
};

import { plainly } from "../../markup.ts";
import type { WebhookNotices } from "../english/webhooks.ts";
import { coded, type WebhookFailure, withAnswer } from "../webhooks.ts";

function whatHappened(failure: WebhookFailure): string {
  switch (failure.reason) {
    case "status":
      return `服务器返回了 HTTP 状态码 **${failure.status}**`;
    case "invalid_json":
      return "响应不是 JSON";
    case "invalid_format":
      return "响应不是预期格式的 JSON 对象";
    case "reply_refused":
      return `无法发布其响应：${plainly(failure.sentence)}`;
    case "timeout":
      return "多次尝试后仍未及时响应";
    case "unreachable":
      return `多次尝试后仍无法连接${coded(failure.code)}`;
    case "forbidden":
      return "该网址所在的网络不允许此服务器连接";
    case "not_an_address":
      return "网址无效";
    case "too_large":
      return "响应过大";
    case "redirect":
      return "重定向次数过多，或重定向到了不允许的网址";
    case "slack_direct":
      return "Slack 格式不支持私信";
    case "stopped":
      return "此服务器已停止运行";
    default:
      throw new Error(failure satisfies never);
  }
}

function said(failure: WebhookFailure): string {
  switch (failure.reason) {
    case "status":
      return `第三方返回了 ${failure.status}`;
    case "invalid_json":
      return "响应中的 JSON 无效";
    case "invalid_format":
      return "响应格式无效";
    case "reply_refused":
      return failure.sentence;
    case "slack_direct":
      return "Slack 格式的传出 webhook 不支持私信。";
    case "too_large":
      return "响应过大";
    default:
      return "机器人暂不可用";
  }
}

export const chineseWebhooks: WebhookNotices = {
  inConversation: (failure) => `失败！${said(failure)}`,
  toOwner: ({ bot, origin, link, failure }) =>
    withAnswer(
      `你的机器人 ${bot} 被${link === undefined ? "一条消息" : ` ${link} `}触发，但向其网址（${origin}）发送的请求失败：${whatHappened(failure)}。`,
      failure,
    ),
};

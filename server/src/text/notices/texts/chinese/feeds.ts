import { plainly } from "../../markup.ts";
import type { FeedNotices } from "../feeds.ts";

export const chineseFeeds: FeedNotices = {
  added: (title, entries) => `已添加订阅源 **${plainly(title)}**。目前有 ${entries} 条内容，新内容会发布在这里。`,
  andMore: (entries) => `以及另外 ${entries} 条`,
  calendarAdded: (title, events) => `已添加日历 **${plainly(title)}**。未来八天有 ${events} 个日程，提醒会发布在这里。`,
  starts: (title, time) => `${title} 将于 ${time} 开始。`,
  isToday: (title) => `${title} 就在今天。`,
  place: (location) => `地点：${location}`,
  failing: (bot, title, isGone) =>
    isGone
      ? `你的机器人 ${bot} 的订阅源 **${plainly(title)}** 已不存在，因此已暂停。可在[订阅源](/#settings/integrations/feeds)页面更改设置。`
      : `你的机器人 ${bot} 的订阅源 **${plainly(title)}** 已连续多次获取失败。原因请见[订阅源](/#settings/integrations/feeds)页面。`,
};

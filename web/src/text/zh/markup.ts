/** What messages contain. */
import type { markup as english } from "../en/markup.ts";
import type { Translated } from "../translated.ts";

export const markup: Translated<typeof english> = {
  code: "代码",
  codeIn: "{language} 代码",
  copy: "复制",
  copied: "已复制",
  notCopied: "未复制",
  wrap: "自动换行",
  openIn: "在 {name} 中打开",
  openInOne: "打开方式",
  showLines: "{count, plural, other {显示 # 行}}",
  showFewerLines: "显示较少行",
  spoiler: "剧透",
  spoilerAbout: "剧透：{title}",
  show: "显示",
  hide: "隐藏",
  table: "表格",
  download: "下载",
  downloadFile: "下载 {name}",
  video: "视频：{name}",
  audio: "音频：{name}",
  picture: "图片：{name}",
  moreImages: "+{count, number}",
  hidePreview: "隐藏预览",
  showAll: "显示全部",
  showLess: "收起",
};

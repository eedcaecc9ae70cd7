import type { SignInWords } from "./english.ts";

export const chinese: SignInWords = {
  signIn: "登录",
  shared: "这是一台公用计算机",
  sharedHint: "不在这台计算机上保留任何内容，关闭浏览器后自动退出登录。",
  forgotten: "忘记密码？",
  signUp: "创建账号",
  doNotMatch: "邮箱与密码不匹配。",
  deactivated: "此账号已被停用。请联系组织的管理员。",
  noPasswords: "此组织不使用密码登录。",
  expired: "你需要设置新密码。请在下方申请重置。",

  desktop: {
    signedIn: "你已登录",
    copyCode: "复制此代码，然后返回桌面应用。代码两分钟内有效。",
    code: "代码",
    copy: "复制代码",
    copied: "已复制",
    inBrowser: "在浏览器中登录",
    inBrowserBody: "请在打开的浏览器窗口中登录，复制得到的代码，然后返回这里。",
    openBrowser: "打开浏览器",
    pasteHint: "如果返回后没有反应，请把代码粘贴到这里。",
    badCode: "此代码已失效。请再次打开浏览器获取新代码。",
    signIn: "登录",
    back: "返回登录",
  },

  confirm: {
    mobile: "登录移动应用？",
    desktop: "登录桌面应用？",
    browser: "确认登录？",
    as: (name, email) => `你将以 ${name}（${email}）的身份登录。`,
    ifYours: "请仅在这是你的账号且由你本人发起登录时继续。",
    signIn: "登录",
    cancel: "取消",
  },

  email: {
    subject: (organization) => `${organization} 有新的登录`,
    happened: (organization, email) => `刚刚有人以 ${email} 的身份登录了 ${organization}。`,
    details: (when, device, ip) => `时间：${when}。设备：${device}。IP 地址：${ip}。`,
    unknownDevice: "未知浏览器",
    notYou: "如果是你本人，则无需任何操作。如果不是，请立即设置新密码，其他所有会话都会退出登录。",
    button: "设置新密码",
  },
};

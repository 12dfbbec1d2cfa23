/** Selects the dates of bylines (app/news/Byline.tsx), except in the header of a story's own page. */
const DATES = "p>span>span>time:not(header *)";

/**
 * Returns the inline script that shows the age of today's stories in lists, such as "2 hours ago". The age replaces the
 * date, which becomes the tooltip. The server's HTML contains the date, since pages are cached and some browsers lack
 * JavaScript. Today is the day in the edition's time zone. Stories dated midnight UTC keep their date, since feeds
 * without times yield midnight. Formatters are created at the first use, since creating them is slow on phones.
 */
export function getAgesScript(timeZone: string): string {
  return `(()=>{let day,age;const show=()=>{const now=Date.now();for(const t of document.querySelectorAll("${DATES}")){const n=t.firstChild,at=Date.parse(t.dateTime),h=(now-at)/36e5;if(!n)continue;if(n.data!==t.shown)t.date=n.data;t.shown=h>=0&&h<24&&at%864e5&&(day??=new Intl.DateTimeFormat("sv",{timeZone:"${timeZone}"})).format(at)===day.format(now)?(t.title=t.date,age??=new Intl.RelativeTimeFormat(document.documentElement.lang),h<1?age.format(-(h*60|0)||-1,"minute"):age.format(-h|0,"hour")):t.date;if(n.data!==t.shown)n.data=t.shown}};new MutationObserver(show).observe(document,{childList:true,subtree:true});setInterval(show,6e4)})()`;
}

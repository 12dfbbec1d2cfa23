/** A page's content in the words of schema.org, for machines that read it. */
export function JsonLd({ data }: { data: object }) {
  // A headline may hold "</script>".
  const json = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own making that cannot end the script
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

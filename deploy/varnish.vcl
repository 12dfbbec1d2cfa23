vcl 4.1;

# Varnish 7 in front of Broadsheet, behind what ends TLS. Copy it to /etc/varnish/broadsheet.vcl; see docs/operating.md.
# Run varnishd with -p http_gzip_support=off: otherwise it asks for gzip only, and no reader gets Brotli.

import std;
import xkey;

# Not /readyz: it fails while mails or feeds wait, too, but pages are served then. Both fail while the server drains.
probe alive {
  .url = "/healthz";
  .interval = 1s;
  .timeout = 2s;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}

# The server keeps idle connections for longer (75 s) than Varnish (60 s), so none is closed while a request is on its way.
backend broadsheet {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = alive;
  .first_byte_timeout = 20s;
}

# Addresses that may purge: the server's.
acl purgers {
  "127.0.0.1";
  "::1";
}

# Addresses of the proxy that ends TLS, whose X-Forwarded-Proto counts.
acl proxies {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  set req.backend_hint = broadsheet;

  if (req.method == "PURGE") {
    # Varnish has appended the address of its client. A comma means that a proxy passed on somebody else's request.
    if (client.ip !~ purgers || req.http.X-Forwarded-For ~ ",") {
      return (synth(403, "Purges are accepted from the server only"));
    }
    if (!req.http.Surrogate-Key) {
      return (synth(400, "Surrogate-Key is missing"));
    }
    if (req.http.Fastly-Soft-Purge == "1") {
      set req.http.X-Purged = xkey.softpurge(req.http.Surrogate-Key);
    } else {
      set req.http.X-Purged = xkey.purge(req.http.Surrogate-Key);
    }
    return (synth(200, "Purged " + req.http.X-Purged));
  }

  if (req.restarts == 0) {
    unset req.http.X-Freshness;
    # The site has no cookies; those of other programs on its domain would prevent caching.
    unset req.http.Cookie;
    unset req.http.Forwarded;
    unset req.http.X-Forwarded-Host;
    if (client.ip !~ proxies) {
      unset req.http.X-Forwarded-Proto;
    }
  }
  if (req.http.X-Freshness == "fresh") {
    set req.grace = 0s;
  } else {
    # As long as the response allows.
    set req.grace = 365d;
  }

  # Audio and titles, for hours.
  if (req.url ~ "^/api/(stream|radio/now)(\?|$)") {
    return (pipe);
  }
  # Pages with a reader's token are nobody else's.
  if (req.url ~ "^/(api/|healthz|readyz)" || req.url ~ "(?i)^/newsletter/(confirm|preferences|unsubscribe)/") {
    return (pass);
  }

  # One copy per encoding instead of one per spelling of the header.
  if (req.http.Accept-Encoding ~ "\bbr\b" && req.http.Accept-Encoding !~ "\bbr\s*;\s*q=0(\.0*)?\s*(,|$)") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "\bgzip\b" && req.http.Accept-Encoding !~ "\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  # These are a page for browsers and a feed for all others.
  if (req.url ~ "^/(feed|rss\.xml)(\?|$)" && req.http.Accept !~ "text/html") {
    set req.http.Accept = "application/rss+xml";
  }
  # Varnish's own rules follow: they pass everything but GET and HEAD.
}

sub vcl_pipe {
  # The next request of the connection must come by here, too.
  set bereq.http.Connection = "close";
}

sub vcl_hash {
  # An edition without a url has addresses with the requested scheme.
  hash_data(req.http.X-Forwarded-Proto);
}

sub vcl_hit {
  # An old response is served and fetched again in the background for as long as stale-while-revalidate says; later it is
  # served only if the server fails, for as long as stale-if-error says.
  if (
    obj.ttl <= 0s && obj.ttl + std.duration(obj.http.X-Revalidate, 0s) <= 0s &&
    std.healthy(req.backend_hint) && !req.http.X-Freshness
  ) {
    set req.http.X-Freshness = "fresh";
    return (restart);
  }
}

sub vcl_backend_fetch {
  # A server may hang until its probes fail. If there is an old response, the next try comes soon, which is another server's
  # if there are several, and then the reader gets the old response.
  if (bereq.retries > 0) {
    set bereq.first_byte_timeout = 2s;
  } elsif (bereq.http.X-Freshness == "fresh" || bereq.is_bgfetch) {
    set bereq.first_byte_timeout = 500ms;
  }
}

sub vcl_backend_response {
  if (beresp.http.Surrogate-Key) {
    set beresp.http.xkey = beresp.http.Surrogate-Key;
  }
  if (beresp.status >= 500) {
    # If there is an old response, vcl_synth finds it again. It would not if this one were an object of the cache: even one
    # that lives for 0 s counts for requests that came before it.
    if (bereq.is_bgfetch || bereq.http.X-Freshness == "fresh") {
      return (abandon);
    }
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    set beresp.uncacheable = true;
    return (deliver);
  }
  if (!beresp.http.Cache-Control) {
    set beresp.ttl = 0s;
    set beresp.uncacheable = true;
    return (deliver);
  }
  set beresp.grace = 0s;
  if (beresp.http.Cache-Control ~ "stale-if-error=[0-9]") {
    set beresp.grace = std.duration(
      regsub(beresp.http.Cache-Control, "^.*stale-if-error=([0-9]+).*$", "\1s"), 0s);
  }
  if (beresp.http.Cache-Control ~ "stale-while-revalidate=[0-9]") {
    set beresp.http.X-Revalidate =
      regsub(beresp.http.Cache-Control, "^.*stale-while-revalidate=([0-9]+).*$", "\1s");
  }
}

sub vcl_backend_error {
  # What does more than read may have arrived.
  if (bereq.retries == 0 && (bereq.method == "GET" || bereq.method == "HEAD")) {
    return (retry);
  }
  if (bereq.is_bgfetch || bereq.http.X-Freshness == "fresh") {
    return (abandon);
  }
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  set beresp.keep = 0s;
  set beresp.http.Content-Type = "text/html; charset=utf-8";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "5";
  set beresp.body = {"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Not available</title>
<h1>This page is not available right now</h1>
<p>Please try again in a few seconds.</p>
</html>
"};
  return (deliver);
}

# Comes after an abandoned fetch.
sub vcl_synth {
  if (resp.status == 503 && req.http.X-Freshness == "fresh") {
    set req.http.X-Freshness = "any";
    return (restart);
  }
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.X-Revalidate;
}

vcl 4.1;

# Varnish 7 between Broadsheet and a proxy that ends TLS. Copy this file to /etc/varnish/broadsheet.vcl; see
# docs/cluster.md. Run varnishd with -p http_gzip_support=off. Otherwise it requests only gzip, and no reader gets Brotli.
# The desk is not behind Varnish, since nothing of it is cached: the proxy passes its host name to port 3001 itself.

import std;
import xkey;

# The probe uses /healthz, since /readyz also fails while mails or feeds wait, although pages are served then. Both fail
# while the server drains.
probe alive {
  .url = "/healthz";
  .interval = 1s;
  .timeout = 2s;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}

# Varnish closes idle connections after 60 s, and the server after 75 s, so that no request meets a closed connection.
backend broadsheet {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = alive;
  .first_byte_timeout = 20s;
}

# Addresses of the server, which may purge.
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
    # The site has no cookies. Cookies of other programs on the same domain would prevent caching.
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
    # The response limits its grace period in vcl_backend_response.
    set req.grace = 365d;
  }

  # Responses with audio and titles last for hours.
  if (req.url ~ "^/api/(stream|radio/now)(\?|$)") {
    return (pipe);
  }
  # Pages with a reader's token in the URL must not be cached.
  if (req.url ~ "^/(api/|healthz|readyz)" || req.url ~ "(?i)^/(newsletter/(confirm|preferences|unsubscribe)|preview)/") {
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
  # At these URLs, browsers get a page, and all other clients a feed.
  if (req.url ~ "^/(feed|rss\.xml)(\?|$)" && req.http.Accept !~ "text/html") {
    set req.http.Accept = "application/rss+xml";
  }
  # Varnish's built-in rules follow. They pass all methods except GET and HEAD.
}

sub vcl_pipe {
  # Ends the connection after this request, since a piped connection would bypass vcl_recv for the next one.
  set bereq.http.Connection = "close";
}

sub vcl_hash {
  # Pages of an edition without a `url` contain addresses with the scheme of the request.
  hash_data(req.http.X-Forwarded-Proto);
}

sub vcl_hit {
  # During stale-while-revalidate, Varnish serves the old response and fetches a new one in the background. After that, it
  # serves the old one only if the server fails, during stale-if-error.
  if (
    obj.ttl <= 0s && obj.ttl + std.duration(obj.http.X-Revalidate, 0s) <= 0s &&
    std.healthy(req.backend_hint) && !req.http.X-Freshness
  ) {
    set req.http.X-Freshness = "fresh";
    return (restart);
  }
}

sub vcl_backend_fetch {
  # A server may hang until its probes fail. If there is an old response, the first try ends after 500 ms and the second,
  # at another server if there are several, after 2 s. Then the reader gets the old response.
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
    # If there is an old response, the fetch is abandoned, so that vcl_synth finds the old response again. An error in the
    # cache would hide it: requests that arrived earlier get even an object with a lifetime of 0 s.
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
  # The server may have received other requests, which must not be repeated.
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

# Varnish calls this after an abandoned fetch.
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

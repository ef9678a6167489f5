"""Fetches one source distribution that is pinned by its hash, and runs nothing of it.

`pip download` would ask the package's own build system what the package is. So pip is only asked for its settings: which
indexes and folders there are, and how they are reached. What is asked of an index is the Simple repository API, as HTML
or JSON. Reads one JSON object from standard input: name, version, sha256, file. The archive is put at `file` once its
hash is right. A failure is one sentence on standard error, without passwords.
"""

import ast
import base64
import hashlib
import html.parser
import http.client
import json
import netrc
import os
import re
import ssl
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

QUESTION = json.load(sys.stdin)
NAME, VERSION, SHA256 = QUESTION["name"], QUESTION["version"], QUESTION["sha256"]
# Of this process alone: another one may be fetching the same archive.
PART = f"{QUESTION['file']}.{os.getpid()}.part"
MOST_BYTES = 256 * 1024 * 1024
TRIES = 3
# What pip itself uses where a person has set nothing.
DEFAULTS = {"index-url": "https://pypi.org/simple", "timeout": "15"}
PAGES = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1"


class NotFetched(Exception):
    """Why, in words."""


def settings_of_pip():
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "config", "list"],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if listed.returncode:
        said = listed.stderr.strip().splitlines()
        raise NotFetched(f"pip does not tell its settings: {said[-1] if said else listed.returncode}")
    found = dict(DEFAULTS)
    # The later ones win, as in pip.
    for section in ("global", "download", ":env:"):
        for line in listed.stdout.splitlines():
            key, _, value = line.partition("=")
            place, _, name = key.rpartition(".")
            if place == section:
                found["timeout" if name == "default-timeout" else name] = ast.literal_eval(value)
    return found


def is_on(value):
    return str(value).lower() in ("1", "y", "yes", "t", "true", "on")


class Network:
    def __init__(self, settings):
        self.timeout = float(settings["timeout"])
        self.passwords = {}
        self.trusted = set(settings.get("trusted-host", "").split())
        self.proxies = {"http": settings["proxy"], "https": settings["proxy"]} if "proxy" in settings else None
        self.authorities = settings.get("cert") or os.environ.get("REQUESTS_CA_BUNDLE")
        self.certificate = settings.get("client-cert")

    def open(self, url, accept="*/*"):
        parts = urllib.parse.urlsplit(url)
        address, user = self._without_password(parts)
        request = urllib.request.Request(address, headers={"Accept": accept})
        if user is not None:
            secret = base64.b64encode(":".join(user).encode()).decode()
            # Not passed on where the answer leads to another host.
            request.add_unredirected_header("Authorization", f"Basic {secret}")
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler(self.proxies),
            urllib.request.HTTPSHandler(context=self._trust(parts)),
        )
        for left in reversed(range(TRIES)):
            try:
                return opener.open(request, timeout=self.timeout)
            except urllib.error.HTTPError as error:
                if left == 0 or error.code < 500:
                    raise
            except OSError:
                if left == 0:
                    raise

    def _without_password(self, parts):
        place = parts.netloc.rpartition("@")[2]
        if parts.username is not None:
            unquote = urllib.parse.unquote
            self.passwords[place] = (unquote(parts.username), unquote(parts.password or ""))
        elif place not in self.passwords:
            self.passwords[place] = from_netrc(parts.hostname)
        return parts._replace(netloc=place, fragment="").geturl(), self.passwords[place]

    def _trust(self, parts):
        if {parts.hostname, parts.netloc.rpartition("@")[2]} & self.trusted:
            return ssl._create_unverified_context()
        context = ssl.create_default_context(cafile=self.authorities)
        if not self.authorities:
            # Some Pythons come without authorities of their own; pip brings these.
            try:
                from pip._vendor import certifi

                context.load_verify_locations(certifi.where())
            except (ImportError, OSError):
                pass
        if self.certificate:
            context.load_cert_chain(self.certificate)
        return context


def from_netrc(host):
    try:
        entry = netrc.netrc(os.environ.get("NETRC")).authenticators(host or "")
    except (OSError, netrc.NetrcParseError):
        return None
    return None if entry is None else (entry[0] or entry[1] or "", entry[2] or "")


class Page(html.parser.HTMLParser):
    """The addresses on a page, in their order."""

    def __init__(self, address, text):
        super().__init__()
        self.base, self.found = address, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        target = dict(attrs).get("href")
        if tag == "base" and target:
            self.base = urllib.parse.urljoin(self.base, target)
        elif tag == "a" and target:
            self.found.append(urllib.parse.urljoin(self.base, target))


def normal(text):
    return re.sub(r"[-_.]+", "-", text).lower()


def path_of(url):
    return urllib.request.url2pathname(urllib.parse.urlsplit(url).path)


def url_of(path):
    return urllib.parse.urljoin("file:", urllib.request.pathname2url(os.path.abspath(path)))


def links_on(network, url):
    """(address, SHA-256 or None) of everything that a page links to."""
    if url.startswith("file:") and os.path.isdir(path_of(url)):
        url = url_of(os.path.join(path_of(url), "index.html"))
    with network.open(url, PAGES) as answer:
        text = answer.read(MOST_BYTES).decode("utf-8", "replace")
        address, kind = answer.geturl(), answer.headers.get("Content-Type", "")
    if "json" in kind:
        links = [
            (urllib.parse.urljoin(address, file["url"]), file.get("hashes", {}).get("sha256"))
            for file in json.loads(text)["files"]
        ]
    else:
        links = [(link, hash_in(link)) for link in Page(address, text).found]
    # A page of the network names no files of this machine.
    return [link for link in links if url.startswith("file:") or re.match("https?:", link[0])]


def hash_in(link):
    found = re.search(r"(?:^|&)sha256=([0-9a-f]{64})", urllib.parse.urlsplit(link).fragment)
    return found[1] if found else None


def links_in_folder(place):
    path = path_of(place) if place.startswith("file:") else os.path.expanduser(place)
    if os.path.isdir(path):
        return [(url_of(os.path.join(path, name)), None) for name in sorted(os.listdir(path))]
    return [(url_of(path), None)]


def is_wanted(link):
    name = urllib.parse.unquote(urllib.parse.urlsplit(link[0]).path.rpartition("/")[2])
    is_named = name.endswith(".tar.gz") and normal(name[: -len(".tar.gz")]) == normal(f"{NAME}-{VERSION}")
    return link[1] == SHA256 or (link[1] is None and is_named)


def places(settings):
    """(what a person knows it by, how its links are listed), in the order in which they are asked."""
    for place in settings.get("find-links", "").split():
        is_page = re.match("https?:", place) or place.endswith((".html", ".htm"))
        url = place if re.match("[a-z]+:", place) else url_of(place)
        yield place, (lambda network, url=url: links_on(network, url)) if is_page else (
            lambda network, place=place: links_in_folder(place)
        )
    if not is_on(settings.get("no-index", "")):
        for index in [settings["index-url"], *settings.get("extra-index-url", "").split()]:
            url = f"{index.rstrip('/')}/{normal(NAME)}/"
            yield index, lambda network, url=url: links_on(network, url)


def public(place):
    return re.sub(r"//[^/@]*@", "//", place)


def reason(error):
    if isinstance(error, urllib.error.HTTPError):
        return f"HTTP {error.code}"
    return public(str(getattr(error, "reason", error)) or type(error).__name__)


def save(network, link, file):
    digest, size = hashlib.sha256(), 0
    with network.open(link) as answer, open(PART, "wb") as part:
        while block := answer.read(1 << 16):
            size += len(block)
            if size > MOST_BYTES:
                raise NotFetched(f"more than {MOST_BYTES} bytes")
            digest.update(block)
            part.write(block)
    if digest.hexdigest() != SHA256:
        raise NotFetched(f"what is there has the SHA-256 {digest.hexdigest()}, not the pinned one; it was not used")
    os.replace(PART, file)


def fetch(settings):
    network, complaints = Network(settings), []
    for place, links in places(settings):
        try:
            wanted = [link for link in links(network) if is_wanted(link)]
            if not wanted:
                complaints.append(f"{public(place)} does not have it with the pinned hash")
            for link, _ in wanted:
                return save(network, link, QUESTION["file"])
        except (NotFetched, OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as error:
            complaints.append(f"{public(place)}: {reason(error)}")
    raise NotFetched("; ".join(complaints) or "pip is set to use no index")


try:
    fetch(settings_of_pip())
except NotFetched as why:
    sys.exit(str(why))
finally:
    if os.path.exists(PART):
        os.remove(PART)

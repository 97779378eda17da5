"""A push service that keeps what it is given, and a browser that can read it."""

import base64
import datetime
import http.server
import json
import os
import ssl
import threading
import time

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

LOCAL = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """Who is told by a push service, and alone can read it."""

    def __init__(self, service, name="one"):
        self.endpoint = f"{service.address}/{name}"
        self._key, self._secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self._service = service
        point = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        keys = {"p256dh": text(self._key.public_key().public_bytes(*point)), "auth": text(self._secret)}
        self.subscription = {"endpoint": self.endpoint, "keys": keys, "expirationTime": None}

    @property
    def told(self):
        """All that it was told."""
        mine = [body for path, _, body in self._service.came if self.endpoint.endswith(path)]
        return [
            json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret, version="aes128gcm"))
            for body in mine
        ]


class Service:
    """A real push service by HTTPS, as one would be on the network."""

    def __init__(self, folder):
        self.came, self.status, self.slow = [], 201, False
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.came.append((self.path, dict(self.headers), body))
                while service.slow:  # a letter now and then
                    self.wfile.write(b"H")
                    time.sleep(0.1)
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        certificate = certified(folder)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.address = f"https://localhost:{self._server.server_port}"
        self.trusting = ssl.create_default_context(cafile=certificate)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()


def certified(folder):
    """A certificate for this machine, and its key, in one file."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(LOCAL)
        .issuer_name(LOCAL)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    path = folder / "localhost.pem"
    path.write_bytes(made.public_bytes(pem) + key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
    return path
